export { callPage } from './call-page.ts'
export { check } from './check.ts'
export { createHeadlessClient } from './create-headless-client.ts'
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
export { readBaseUrl } from './read-base-url.ts'
export { retryDelay } from './refresh-schedule.ts'
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
export { warnDeveloper } from './warn-developer.ts'
