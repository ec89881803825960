export {
  type ClientOptions,
  checkMountOptions,
  type MountOptions,
  type WidgetOptions,
} from './mount-options.ts'
export {
  type Mounted,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  mountWidget,
  type ResetPasswordOptions,
} from './mount-widget.tsx'
