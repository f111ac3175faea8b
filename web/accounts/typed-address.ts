let typed = '';

/** The address that was typed on one page of sign-in, for the next. In memory only: no history and no storage has it. */
export const typedAddress = () => typed;

export function rememberAddress(email: string) {
  typed = email;
}
