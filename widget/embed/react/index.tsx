export type { ClientState, HeadlessClient, Session, User } from '../../client/index.ts'
export type { Config } from '../../form/config/index.ts'
export type { Callbacks, WidgetEvent } from '../../form/events/index.ts'
export type { StringsOption } from '../../form/strings/index.ts'
export type { Presentation, Styles } from '../../form/theme/index.ts'
export { SignInProvider, useAuthState, useClient, useSession, useUser } from './client-context.ts'
export {
  Account,
  IdentityProvider,
  PasskeyRegistration,
  ResetPassword,
  type ResetPasswordProps,
  SignIn,
  type SignInProps,
} from './SignIn.tsx'
