import { useSearch } from 'wouter';
import { useTitle } from '../../shared/ui/page.js';
import { NewPassword } from './new-password.js';
import { RequestReset } from './request-reset.js';

export default function ResetScreen() {
  useTitle('Reset password');
  const token = new URLSearchParams(useSearch()).get('token');
  return token ? <NewPassword token={token} /> : <RequestReset />;
}
