import { useSearch } from 'wouter';
import { useTitle } from '../../shared/ui/page.js';
import { NewPassword } from './new-password.js';
import { RequestReset } from './request-reset.js';
import { texts } from './texts.js';

export default function ResetScreen() {
  useTitle(texts.resetPassword);
  const token = new URLSearchParams(useSearch()).get('token');
  return token ? <NewPassword token={token} /> : <RequestReset />;
}
