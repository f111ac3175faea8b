// The interface for other domains.
export { grantOfAccount, operatorTokens, storeOperatorKey } from './agency/grants.ts';
export { MOST_OF_GRANT, OperatorConnection } from './agency/list.ts';
export { operatorConnections } from './agency/service.ts';
export { sourceClient } from './ask-source.ts';
export { readBrokenConnections } from './broken.ts';
export { sealCredential } from './credentials.ts';
export { startConsent } from './google/consent.ts';
export { KeyFile, keptKey } from './google/needs.ts';
export { GoogleProperties, listProperties } from './google/properties.ts';
export { GoogleKindName } from './google/scopes.ts';
export { ConnectionEntry, KindName, toConnection } from './shapes.ts';
