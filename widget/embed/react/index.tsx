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
