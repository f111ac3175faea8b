import { useEffect, useRef } from 'react';

/**
 * Where the focus goes once a form has been answered: to the first wrong field, else back to its button, which had lost
 * it while it waited. Returns what is called with the form when it is submitted.
 */
export function useFocusAfter(isWaiting: boolean, errors: object) {
  const submitted = useRef<HTMLFormElement | null>(null);
  const isWrong = Object.keys(errors).length > 0;
  useEffect(() => {
    const form = submitted.current;
    if (isWaiting || !form) return;
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (isWrong && !wrong) return;
    submitted.current = null;
    const lost = () => document.activeElement === document.body;
    if (wrong) wrong.focus();
    else if (lost()) form.querySelector<HTMLElement>('[type="submit"]')?.focus();
    if (!lost()) return;
    form.tabIndex = -1;
    form.focus({ preventScroll: true });
  }, [isWaiting, isWrong, errors]);
  return (form: HTMLFormElement) => {
    submitted.current = form;
  };
}
