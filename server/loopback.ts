const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether only this machine reaches the host: a name or an address, IPv6 with or without brackets. */
export const isLoopback = (host: string) => LOOPBACK.test(host);
