import { refusal, type Script, signedInAs, silence } from '../testing/index.ts'

// Requests by third-party applications, in all states of the consent screen.

/** Redirect target: a fragment of the gallery, so that the page stays. */
const away = () => `${location.href.split('#')[0]}#away`
const asked = new URLSearchParams({
  client_id: 'connected-app-1',
  redirect_uri: 'https://reader.example.org/back',
  response_type: 'code',
  scope: 'openid profile email',
})
const leaving = new URLSearchParams({
  client_id: 'connected-app-1',
  post_logout_redirect_uri: 'https://reader.example.org/',
})

const begin = { screen: 'IDPConsent' } as const
const config = { idpOptions: { query: `?${asked}` } }
const loggingOut = { idpOptions: { query: `?${leaving}` } }
const leavingAlone = { idpOptions: { query: '?flow=logout' } }

const user = {
  user_id: 'user-test-1',
  emails: [{ email_id: 'email-1', email: 'ada.lovelace@example.org', verified: true }],
  phone_numbers: [],
  crypto_wallets: [],
  webauthn_registrations: [],
  providers: [],
  totps: [],
  password: { password_id: 'password-1', requires_reset: false },
}

const stranger = {
  client_id: 'connected-app-1',
  client_name: 'Reader',
  client_description: '',
  client_type: 'third_party' as const,
  verified: false,
  redirect_host: 'reader.example.org',
}
const talker = {
  ...stranger,
  client_name: 'The Reader of Everything That Was Ever Written About Everything Else, Professional Edition',
  client_description: 'Keeps what you read, by the day and by the author. More at https://reader.example.org/about.',
  redirect_host: 'a.place.with.a.name.that.is.longer.than.a.phone.is.wide.reader.example.org',
}
const known = { ...stranger, verified: true }
const ours = { ...stranger, client_name: 'Editor', client_type: 'first_party' as const, verified: true }

const scope = (name: string, description: string, is_grantable = true) => ({ scope: name, is_grantable, description })
const basic = [scope('openid', ''), scope('profile', ''), scope('email', '')]
const everything = [
  ...basic,
  scope('phone', ''),
  scope('offline_access', ''),
  scope('full_access', 'Act on your behalf in everything'),
  scope('papers.read', 'Read the papers on your list'),
  scope('papers.write', 'Use the papers.write scope'),
  scope('papers.delete', 'Delete papers', false),
]

/** Provider responses to the request and to the decision. */
const says = (client: object, scope_results: readonly object[], more: Script['idp'] = {}): Script => ({
  get baseUrl() {
    return location.origin
  },
  ...signedInAs(user),
  user: { get: async () => user },
  idp: {
    oauthAuthorizeStart: async () => ({ client, scope_results, consent_required: true }),
    oauthAuthorizeSubmit: async () => ({ redirect_uri: away() }),
    ...more,
  },
})
/** Provider response to a logout request. */
const lets = (consent_required: boolean): Script => ({
  idp: { oauthLogoutStart: async () => ({ consent_required, redirect_uri: away() }) },
})
/** The same where there is nowhere to go afterwards. */
const leads = (consent_required: boolean): Script => ({ idp: { oauthLogoutStart: async () => ({ consent_required }) } })
const no = (error_type: string, message: string) => () => Promise.reject(refusal(error_type, message))

const first = '.siw-screen > .siw-button'
const second = '.siw-button + .siw-button'

/** All states of the consent screen. `steps`: actions to reach them. */
export const idpCases = {
  IDPConsent: { script: says(stranger, basic), begin, config },
  'IDPConsent, wants more': {
    script: says({ ...talker, client_logo_url: `${globalThis.location?.origin}/logo.svg` }, everything),
    begin,
    config,
  },
  'IDPConsent, known': { script: says(known, basic), begin, config },
  'IDPConsent, our own': { script: says(ours, everything), begin, config },
  'IDPConsent, waiting': { script: says(stranger, basic, { oauthAuthorizeStart: silence }), begin, config },
  'IDPConsent, allowed': { script: says(stranger, basic), begin, config, steps: [first] },
  'IDPConsent, denied': { script: says(stranger, basic), begin, config, steps: [second] },
  'IDPConsent, nobody asked': {
    script: says(stranger, basic, {
      oauthAuthorizeStart: async () => ({ client: stranger, scope_results: basic, consent_required: false }),
    }),
    begin,
    config,
  },
  'IDPConsent, answer not taken': {
    script: says(stranger, basic, { oauthAuthorizeSubmit: () => Promise.reject(new Error('Offline.')) }),
    begin,
    config,
    steps: [first],
  },
  'IDPConsent, refused': {
    script: says(stranger, basic, {
      oauthAuthorizeStart: no('connected_app_not_found', 'The application is not known.'),
    }),
    begin,
    config,
  },
  'IDPConsent, not reached': {
    script: says(stranger, basic, { oauthAuthorizeStart: () => Promise.reject(new Error('Offline.')) }),
    begin,
    config,
  },
  'IDPConsent, parameter missing': {
    script: says(stranger, basic),
    begin,
    config: { idpOptions: { query: '?client_id=connected-app-1' } },
  },
  'IDPConsent, parameter twice': {
    script: says(stranger, basic),
    begin,
    config: { idpOptions: { query: `?${asked}&client_id=connected-app-2` } },
  },
  'IDPConsent, nobody signed in': {
    script: {
      idp: {
        oauthAuthorizeStart: async () => ({
          client: stranger,
          scope_results: basic,
          consent_required: true,
          login_required: true,
        }),
      },
    },
    begin,
    config,
  },
  'IDPConsent, proof': {
    script: says(stranger, basic, { oauthAuthorizeSubmit: no('stale_factors', 'Too long ago.') }),
    begin,
    config,
    steps: [first],
    isDialog: true,
  },
  'IDPConsent, log out': { script: lets(true), begin, config: loggingOut },
  'IDPConsent, stayed': { script: lets(true), begin, config: loggingOut, steps: [second] },
  'IDPConsent, logged out': { script: lets(false), begin, config: loggingOut },
  'IDPConsent, log out for nobody': { script: leads(true), begin, config: leavingAlone },
  'IDPConsent, logged out for nobody': { script: leads(false), begin, config: leavingAlone },
} as const
