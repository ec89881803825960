export {
  type ClientOptions,
  checkMountOptions,
  type MountOptions,
  type WidgetOptions,
} from './mount-options.ts'
export {
  accountPage,
  type Mounted,
  mountAccount,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  mountWidget,
  type ResetPasswordOptions,
} from './mount-widget.tsx'
