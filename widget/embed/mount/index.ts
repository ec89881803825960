export {
  type ClientOptions,
  checkMountOptions,
  type MountOptions,
  type WidgetOptions,
} from './mount-options.ts'
export {
  accountPage,
  consentPage,
  type Mounted,
  mountAccount,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  mountWidget,
  type ResetPasswordOptions,
} from './mount-widget.tsx'
