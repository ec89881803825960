import { oauthProviders } from '@corroborate/wire/providers'
import type { Config } from '../form/config/index.ts'
import type { FormState } from '../form/state/index.ts'
import { gradedByKinds, plainProject, refusal, type Script, signedInAs, silence } from '../testing/index.ts'
import { accountCases } from './account-cases.ts'
import type { GalleryCase, Step } from './gallery-case.ts'
import { idpCases } from './idp-cases.ts'
import { oneTap } from './one-tap-case.ts'
import { secondFactorCases } from './second-factor-cases.ts'

const email = 'ada.lovelace@example.org'
const oauthOptions = { providers: [{ type: 'google' }, { type: 'github' }] } as const
const everyProduct: Config = {
  products: ['oauth', 'emailMagicLinks', 'otp', 'passwords'],
  oauthOptions,
  otpOptions: { methods: ['sms', 'whatsapp'] },
}

const passkeysBesideLinks: Config = { products: ['passkeys', 'emailMagicLinks'] }
const passkey = (n: number, name: string) => ({
  webauthn_registration_id: `passkey-${n}`,
  domain: 'example.org',
  user_agent: '',
  authenticator_type: '' as const,
  verified: true,
  name,
  discoverable: true,
  backed_up: true,
})
const withPasskeys = (...names: string[]) => ({
  ...signedInAs({ webauthn_registrations: names.map((name, n) => passkey(n, name)) }),
})

const refusedPassword = () =>
  Promise.reject(refusal('unauthorized_credentials', 'The e-mail address or password is not right.'))
const passwordsAlone: Config = { products: ['passwords'] }
const passwordsAndLinks: Config = { products: ['passwords', 'emailMagicLinks'] }
const passwordsAndCodes: Config = { products: ['passwords', 'otp'], otpOptions: { methods: ['email'] } }

const sent = 'button[type=submit]'
const typed = (field: string, text: string): Step => ({ field: `input[name=${field}]`, text })
const newPassword = (text: string, script: Script = {}): GalleryCase => ({
  config: passwordsAlone,
  script,
  begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'new' } },
  steps: [typed('password', text)],
})

const walletsBesideLinks: Config = { products: ['crypto', 'emailMagicLinks'] }
const silentWallet = { request: silence, connect: silence }
const metamask = { ethereum: { ...silentWallet, isMetaMask: true } }
const sevenWallets = {
  ethereum: {
    ...silentWallet,
    providers: [
      { ...silentWallet, isMetaMask: true },
      { ...silentWallet, isCoinbaseWallet: true },
    ],
  },
  vessel: { ethereum: silentWallet },
  BinanceChain: silentWallet,
  phantom: { solana: { ...silentWallet, isPhantom: true } },
  solana: silentWallet,
}
const withWallet = (screen: FormState['screen']): GalleryCase => ({
  config: walletsBesideLinks,
  wallets: metamask,
  begin: { screen, cryptoState: { walletOption: 'Metamask', walletAddress: '0x', walletChallenge: 'Sign in.' } },
})

/**
 * Every screen in every state worth looking at, by name: the name of the screen, then the state. The gallery shows them,
 * and the browser tests look at each for accessibility. A new screen or state adds its line.
 */
export const cases: Readonly<Record<string, GalleryCase>> = {
  ...accountCases,
  ...idpCases,
  ...secondFactorCases,
  Main: {},
  'Main with everything': { config: everyProduct },
  'Main with a watermark': { script: { bootstrapSync: () => ({ ...plainProject, displayWatermark: true }) } },
  'Main with a logo and no heading': {
    styles: { hideHeaderText: true, logo: { logoImageUrl: '/logo.svg', alt: 'An application' } },
  },
  'Main with every social provider': {
    config: { products: ['oauth'], oauthOptions: { providers: oauthProviders.map(type => ({ type })) } },
  },
  'Main with One Tap': oneTap('shown'),
  'Main with One Tap, chosen': oneTap('chosen'),
  'Main with One Tap, waiting': oneTap('silent'),
  'Main with One Tap, not set up': oneTap('refused'),
  'Main with an address that is none': { steps: [typed('email', 'ada.lovelace'), sent] },
  'Main with a phone': { config: { products: ['otp'], otpOptions: { methods: ['sms'] } } },
  'Main with passkeys alone': { config: { products: ['passkeys'] } },
  'Main without any way in': { config: { products: [] } },
  'Main with links beside codes': {
    config: { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } },
  },
  'Main with a passkey': { config: passkeysBesideLinks },
  'Main with a passkey, refused': {
    config: { ...everyProduct, products: ['passkeys', 'oauth', 'emailMagicLinks'] },
    script: { webauthn: { authenticate: () => Promise.reject(refusal('webauthn_registration_not_found', 'None.')) } },
  },
  PasskeyRegistrationStart: { script: withPasskeys(), begin: { screen: 'PasskeyRegistrationStart' } },
  'PasskeyRegistrationStart, nobody signed in': { begin: { screen: 'PasskeyRegistrationStart' } },
  'PasskeyRegistrationStart, not created': {
    script: {
      ...withPasskeys(),
      webauthn: { register: () => Promise.reject(new DOMException('Not now.', 'NotAllowedError')) },
    },
    begin: { screen: 'PasskeyRegistrationStart' },
  },
  PasskeyRegistrationSuccess: {
    script: withPasskeys(
      'iCloud Keychain',
      'A key with a name that is longer than the form is wide',
      'Chrome on Linux',
    ),
    begin: { screen: 'PasskeyRegistrationSuccess', passkeyState: { isCreated: true } },
  },
  'PasskeyRegistrationSuccess, skipped': {
    script: withPasskeys('iCloud Keychain'),
    begin: { screen: 'PasskeyRegistrationSuccess' },
  },
  'PasskeyRegistrationSuccess, without any': {
    script: withPasskeys(),
    begin: { screen: 'PasskeyRegistrationSuccess' },
  },
  PasskeyConfirmation: { begin: { screen: 'PasskeyConfirmation' } },
  'Main with wallets': { config: walletsBesideLinks, wallets: metamask },
  'Main without a wallet': { config: walletsBesideLinks },
  'Main with more wallets than it has room for': {
    config: { products: ['oauth', 'crypto'], oauthOptions },
    wallets: sevenWallets,
  },
  CryptoConnect: withWallet('CryptoConnect'),
  CryptoSignMessage: withWallet('CryptoSignMessage'),
  CryptoOtherScreen: {
    config: { products: ['oauth', 'crypto'], oauthOptions },
    wallets: sevenWallets,
    begin: { screen: 'CryptoOtherScreen' },
  },
  CryptoSetupWallet: { config: walletsBesideLinks, begin: { screen: 'CryptoSetupWallet' } },
  CryptoError: {
    config: walletsBesideLinks,
    begin: { screen: 'CryptoError', errorMessage: 'Could not connect to wallet' },
  },
  CryptoConfirmation: { config: walletsBesideLinks, begin: { screen: 'CryptoConfirmation' } },
  EmailConfirmation: { begin: { screen: 'EmailConfirmation', magicLinkState: { email } } },
  OTPAuthenticate: {
    begin: { screen: 'OTPAuthenticate', otpState: { type: 'email', methodId: 'method-1', otpDestination: email } },
  },
  'OTPAuthenticate, wrong code': {
    script: {
      otps: { authenticate: () => Promise.reject(refusal('otp_code_not_found', 'The passcode is not right.')) },
    },
    begin: { screen: 'OTPAuthenticate', otpState: { type: 'email', methodId: 'method-1', otpDestination: email } },
    steps: [typed('passcode', '123456')],
  },
  'OTPAuthenticate, on a phone': {
    begin: {
      screen: 'OTPAuthenticate',
      otpState: { type: 'sms', methodId: 'method-1', otpDestination: '+12015550123' },
    },
  },
  'OTPAuthenticate, not delivered': {
    script: { otps: { textStatus: async () => 'undelivered' } },
    begin: {
      screen: 'OTPAuthenticate',
      otpState: { type: 'whatsapp', methodId: 'method-1', otpDestination: '+12015550123' },
    },
  },
  'OTPAuthenticate, expired': {
    config: { otpOptions: { methods: ['email'], expirationMinutes: 0 } },
    begin: { screen: 'OTPAuthenticate', otpState: { type: 'email', methodId: 'method-1', otpDestination: email } },
  },
  OTPConfirmation: { begin: { screen: 'OTPConfirmation' } },
  'PasswordCreateOrLogin, new': {
    config: passwordsAlone,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'new' } },
  },
  'PasswordCreateOrLogin, new, weak': newPassword('ada'),
  'PasswordCreateOrLogin, new, good': newPassword('ada likes'),
  'PasswordCreateOrLogin, new, strong': newPassword('ada likes engines'),
  'PasswordCreateOrLogin, new, breached': newPassword('Password1234', {
    passwords: { strengthCheck: gradedByKinds },
  }),
  'PasswordCreateOrLogin, new, beside links': {
    config: passwordsAndLinks,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'new' } },
  },
  'PasswordCreateOrLogin, new, by kinds of characters': {
    config: passwordsAlone,
    script: {
      bootstrapSync: () => ({ ...plainProject, passwordConfig: { ludsMinimumCount: 10, ludsComplexity: 3 } }),
      passwords: { strengthCheck: gradedByKinds },
    },
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'new' } },
  },
  'PasswordCreateOrLogin, new, ungraded': {
    config: passwordsAlone,
    script: {
      passwords: {
        strengthCheck: () =>
          Promise.reject(refusal('too_many_requests', 'Too many requests. Please try again in a moment.')),
      },
    },
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'new' } },
  },
  'PasswordCreateOrLogin, password': {
    config: passwordsAlone,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'password' } },
  },
  'PasswordCreateOrLogin, password, wrong': {
    config: passwordsAlone,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'password' } },
    script: { passwords: { authenticate: refusedPassword } },
    steps: [typed('password', 'ada likes trains'), sent],
  },
  'PasswordCreateOrLogin, password, beside codes': {
    config: passwordsAndCodes,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'password' } },
    script: { passwords: { authenticate: refusedPassword } },
  },
  'PasswordCreateOrLogin, passwordless, by link': {
    config: passwordsAndLinks,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'passwordless' } },
  },
  'PasswordCreateOrLogin, passwordless, by code': {
    config: passwordsAndCodes,
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'passwordless' } },
  },
  'PasswordCreateOrLogin, passwordless, sending': {
    config: passwordsAndLinks,
    script: { magicLinks: { email: { loginOrCreate: silence } } },
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'passwordless' } },
  },
  'PasswordCreateOrLogin, passwordless, not sent': {
    config: passwordsAndLinks,
    script: {
      magicLinks: {
        email: {
          loginOrCreate: () =>
            Promise.reject(refusal('too_many_requests', 'Too many requests. Please try again in a moment.')),
        },
      },
    },
    begin: { screen: 'PasswordCreateOrLogin', passwordState: { email, password: '', type: 'passwordless' } },
  },
  PasswordForgot: { begin: { screen: 'PasswordForgot', passwordState: { email, password: '', type: 'password' } } },
  PasswordBreached: { begin: { screen: 'PasswordBreached', passwordState: { email, password: '', type: 'password' } } },
  PasswordSetNew: { begin: { screen: 'PasswordSetNew', passwordState: { email, password: '', type: 'password' } } },
  PasswordDedupe: { begin: { screen: 'PasswordDedupe', passwordState: { email, password: '', type: 'password' } } },
  PasswordConfirmation: { begin: { screen: 'PasswordConfirmation' } },
  PasswordResetForm: { begin: { screen: 'PasswordResetForm', resetPasswordState: { token: 'token', logsIn: false } } },
  'PasswordResetForm, confirming': {
    begin: { screen: 'PasswordResetForm', resetPasswordState: { token: 'token', logsIn: false } },
    script: {
      magicLinks: { look: async () => ({ user_id: 'user-test-1', email_address: email, email_verified: false }) },
    },
  },
  'PasswordResetForm, logging in': {
    begin: { screen: 'PasswordResetForm', resetPasswordState: { token: 'token', logsIn: true } },
    script: { magicLinks: { authenticate: silence } },
  },
  'PasswordResetForm, link used': {
    begin: { screen: 'PasswordResetForm', resetPasswordState: { token: 'token', logsIn: true } },
    script: {
      magicLinks: {
        authenticate: () =>
          Promise.reject(
            refusal('unable_to_auth_magic_link', 'The link was used already or has expired. Please ask for a new one.'),
          ),
      },
    },
  },
}

/** Cases that can be shown side by side. */
export const sideBySide = Object.fromEntries(Object.entries(cases).filter(([, { isDialog }]) => isDialog !== true))
