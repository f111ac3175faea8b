/** The library of passkeys, a megabyte with what reads certificates: loaded when a passkey is made or used. */
export const loadWebauthn = () => import('@simplewebauthn/server');
