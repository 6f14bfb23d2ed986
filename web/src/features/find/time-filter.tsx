import { findTimes, isFindTime, type FindTime } from '../../shared/find/find.js';
import { SelectField } from '../../shared/ui/field.js';
import { texts } from './texts.js';

interface TimeFilterProps {
  readonly when: string;
  readonly onWhen: (when: FindTime | '') => void;
}

/** How long ago what is looked for was changed at most. */
export const TimeFilter = ({ when, onWhen }: TimeFilterProps) => (
  <SelectField
    label={texts.changed}
    value={isFindTime(when) ? when : ''}
    onChange={({ target: { value } }) => onWhen(isFindTime(value) ? value : '')}
  >
    <option value="">{texts.anyTime}</option>
    {(Object.keys(findTimes) as FindTime[]).map((each) => (
      <option key={each} value={each}>
        {texts.times[each]}
      </option>
    ))}
  </SelectField>
);
