export { callPage } from './call-page.ts'
export { createHeadlessClient } from './create-headless-client.ts'
export {
  ApiError,
  ApiSchemaError,
  ApiUnreachableError,
  CaptchaError,
  NoSessionError,
  SignInError,
  UsageError,
} from './errors.ts'
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
} from './types.ts'
export { warnDeveloper } from './warn-developer.ts'
