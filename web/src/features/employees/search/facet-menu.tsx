import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../../shared/ui/button.js';
import type { FacetValue } from './filters.js';

const load = () => import('./facet-popover.js');
const FacetPopover = lazy(load);

export interface FacetMenuProps {
  readonly label: string;
  readonly values: () => readonly FacetValue[];
  readonly chosen: number;
  readonly onToggle: (value: string) => void;
  readonly onClear: () => void;
}

/** A filter: a button that says how many values are chosen, and the values with their counts. */
export function FacetMenu({ label, values, chosen, onToggle, onClear }: FacetMenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={trigger}
        small
        icon={ChevronDown}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        {chosen > 0 ? `${label}: ${chosen}` : label}
      </Button>
      {open && (
        <Suspense>
          <FacetPopover
            label={label}
            values={values()}
            trigger={trigger}
            onToggle={onToggle}
            onClear={onClear}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
