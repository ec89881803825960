import { createHeadlessClient as create, type HeadlessClientOptions } from '../client/index.ts'
import {
  mountAccount as account,
  defineSignInElement,
  mountIdentityProvider as identityProvider,
  mountLogin as login,
  mountPasskeyRegistration as passkeys,
  mountResetPassword as reset,
} from './index.ts'
import type { ClientOptions, MountOptions, ResetPasswordOptions } from './mount/index.ts'

export {
  ApiError,
  ApiSchemaError,
  ApiUnreachableError,
  CaptchaError,
  NoSessionError,
  SignInError,
  UsageError,
} from '../client/index.ts'

/** The provider is where this script came from. */
const source = document.currentScript
const baseUrl = source instanceof HTMLScriptElement && source.src !== '' ? new URL(source.src).origin : undefined

const withBaseUrl = <Options extends ClientOptions>(options: Options): Options =>
  baseUrl === undefined || options?.client !== undefined ? options : { baseUrl, ...options }

export const mountLogin = (options: MountOptions) => login(withBaseUrl(options))
export const mountAccount = (options: MountOptions) => account(withBaseUrl(options))
export const mountIdentityProvider = (options: MountOptions) => identityProvider(withBaseUrl(options))
export const mountPasskeyRegistration = (options: MountOptions) => passkeys(withBaseUrl(options))
export const mountResetPassword = (options: ResetPasswordOptions) => reset(withBaseUrl(options))
export const createHeadlessClient = (publicToken: string, options: Partial<HeadlessClientOptions> = {}) =>
  create(publicToken, { ...(baseUrl && { baseUrl }), ...options } as HeadlessClientOptions)

defineSignInElement(baseUrl === undefined ? {} : { baseUrl })
