import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { portal } from '../api/client.ts';

/** Whether this browser can have passkeys of the portal: they belong to a name, and to no IP address. */
export const mayHavePasskeys = () => browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

/** Signs in with a passkey that the person chooses. */
export async function signInWithPasskey() {
  const { data: optionsJSON } = await portal.auth.passkey.options.mutate({});
  return portal.auth.passkey.verify.mutate({ response: await startAuthentication({ optionsJSON }) });
}

/** Makes a passkey and adds it to the account. The password proves who it is where the session is an hour old. */
export async function addPasskey({ name, password }: { name: string; password: string }) {
  const { data: optionsJSON } = await portal.auth.account.passkeys.options.mutate(password ? { password } : {});
  const response = await startRegistration({ optionsJSON });
  return portal.auth.account.passkeys.create.mutate({ name, response });
}
