export { check } from './check.ts'
export { createHeadlessClient, readBaseUrl } from './create-headless-client.ts'
export { callPage, warnDeveloper } from './environment.ts'
export {
  ApiError,
  ApiSchemaError,
  ApiUnreachableError,
  CaptchaError,
  NoSessionError,
  NotBegunHereError,
  SignInError,
  UsageError,
} from './errors.ts'
export { loadModule } from './load-module.ts'
export { loadPartsBy } from './products/parts-to-come.ts'
export { retryDelay } from './session-keeper.ts'
export type {
  ClientEvents,
  ClientState,
  CookieOptions,
  HeadlessClient,
  HeadlessClientOptions,
  OAuthProvider,
  OAuthStartOptions,
  ProjectSettings,
  Session,
  SessionDuration,
  SessionTokens,
  Unsubscribe,
  User,
  WebauthnAuthenticateOptions,
} from './types.ts'
