import type { Config } from './config.ts'

/** A config with every default of the product filled in, which is what screens read. */
export type Settings = Omit<
  Required<Config>,
  'emailMagicLinksOptions' | 'otpOptions' | 'passwordOptions' | 'oauthOptions'
> & {
  emailMagicLinksOptions: NonNullable<Config['emailMagicLinksOptions']> & {
    loginExpirationMinutes: number
    signupExpirationMinutes: number
    createUserAsPending: boolean
  }
  oauthOptions: NonNullable<Config['oauthOptions']>
  otpOptions: NonNullable<Config['otpOptions']> & { expirationMinutes: number }
  passwordOptions: NonNullable<Config['passwordOptions']> & {
    loginExpirationMinutes: number
    resetPasswordExpirationMinutes: number
  }
}

/** What is undefined counts as left out, and takes nothing from the defaults. */
const given = <Options extends object>(options: Options | undefined): Partial<Options> =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<Options>

/** Minutes: links and resets live 30, passcodes 5, sessions 30 (SPEC §9). */
export const withDefaults = (config: Config = {}): Settings => ({
  products: config.products ?? ['emailMagicLinks'],
  emailMagicLinksOptions: {
    loginExpirationMinutes: 30,
    signupExpirationMinutes: 30,
    createUserAsPending: false,
    ...given(config.emailMagicLinksOptions),
  },
  oauthOptions: config.oauthOptions ?? { providers: [] },
  otpOptions: { methods: [], expirationMinutes: 5, ...given(config.otpOptions) },
  passwordOptions: { loginExpirationMinutes: 30, resetPasswordExpirationMinutes: 30, ...given(config.passwordOptions) },
  sessionOptions: config.sessionOptions ?? { sessionDurationMinutes: 30 },
  enableShadowDOM: config.enableShadowDOM ?? false,
})
