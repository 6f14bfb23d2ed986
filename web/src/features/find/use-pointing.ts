import { useState, type FocusEvent, type PointerEvent } from 'react';

/** What a list tells of who points at it. */
export interface PointingOf {
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onFocus(event: FocusEvent): void;
  onBlur(event: FocusEvent): void;
}

/** Whether the pointer or the focus is on something in a list. */
export function usePointing() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const of: PointingOf = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
  return { isPointing: pointed || focused, of };
}
