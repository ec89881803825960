import { type OAuthProvider, providerTitle } from '@corroborate/wire/providers'
import {
  Button,
  ErrorText,
  fill,
  type OAuthProviderOptions,
  ProductPart,
  useAttempt,
  useWidget,
} from '../../form/index.ts'

/**
 * Provider logos, 48 units wide: `FILL:PATH` or `FILL:PATH:STROKE` with bars between the parts, and hexadecimal brand colors; a part
 * without fill uses the text color, as owners of black logos request on dark backgrounds. `~` before a fill: text color on dark forms,
 * where the brand color has low contrast. Whole units for size. The shapes of Apple, GitHub, GitLab, Facebook, Discord, Bitbucket, Twitch,
 * Twitter and TikTok are rounded from simple-icons 16.37.0 (CC0 1.0); the others are our own drawings. Logos belong to their owners and
 * appear only on the button that leads to them.
 */
export const providerMarks: Readonly<Record<OAuthProvider, string>> = {
  google:
    'ea4335:M24 9.5q5 0 9 4l7-7A24 24 0 0 0 3 13l8 6q4-9.5 13-9.5|4285f4:M47 24.5 46.5 20H24v9h13q-1 5-5 7l8 6q7-6.5 7-17.5|fbbc05:M10.5 28.5a14 14 0 0 1 .5-9.5L3 13a24 24 0 0 0 0 22z|34a853:M24 48q10 0 16-6l-8-6q-3.5 2.5-8 2.5-9.5 0-13.5-10L3 35a24 24 0 0 0 21 13',
  microsoft: 'f25022:M2 2h21v21H2z|7fba00:M25 2h21v21H25z|00a4ef:M2 25h21v21H2z|ffb900:M25 25h21v21H25z',
  apple:
    ':m24 14-8-2q-6 0-10 6c-4 7-1 18 3 24q4 5 8 6l8-2 8 2q4-1 7-6l4-7a11 11 0 0 1-2-19q-5-5-8-4-6 0-10 2m7-6q3-3 3-8-5 1-8 4l-2 7q4 0 7-3',
  github:
    ':M24 1a24 24 0 0 0-8 46q3 1 2-1v-4c-7 2-8-3-8-3l-3-4v-1l4 2q4 5 7 2l2-3Q10 37 9 23l2-6v-6l7 2h12l7-2v6l2 6q-1 14-11 12 2 1 2 5v6q-1 2 2 1a24 24 0 0 0-8-46',
  gitlab:
    'fc6d26:M47 19 41 2l-1-1h-2l-1 1-4 14H15L11 2l-1-1H8L7 2 1 19a12 12 0 0 0 4 14l10 8 5 3 3 3h2l3-3 5-3 10-8a12 12 0 0 0 4-14|e24329:M14 17h20L24 41z|fca326:M24 41 9 30l5-13 10 12 10-12 5 13z',
  facebook: '~0866ff:M18 47V31h-5v-7h5v-3Q18 9 30 9h3l2 1v6h-3l-3 1-1 1-1 3v3h8l-1 4-1 3h-6v17a24 24 0 1 0-9-1',
  discord:
    '~5865f2:M41 9 31 6l-2 2H19l-2-2L7 9q-9 14-7 27l12 6 3-4-4-2 1-1q12 6 24 0l1 1-4 2 3 4 12-6q1-15-7-27M16 31q-3-1-4-5 1-5 4-5 4 0 4 5 0 4-4 5m16 0q-3-1-4-5 1-5 4-5t4 5q-1 4-4 5',
  salesforce:
    '00a1e0:M20 11a10 10 0 0 1 16 3 11 11 0 0 1 2 21q-3 5-10 3a10 10 0 0 1-18-1A9 9 0 0 1 6 21a10 10 0 0 1 14-10',
  slack:
    '36c5f0:M5 12h12a5 5 0 0 1 0 10H5a5 5 0 0 1 0-10m17-2h-5a5 5 0 1 1 5-5z|2eb67d:M26 5a5 5 0 0 1 10 0v12a5 5 0 0 1-10 0zm12 17v-5a5 5 0 1 1 5 5z|ecb22e:M31 26h12a5 5 0 0 1 0 10H31a5 5 0 0 1 0-10m-5 12h5a5 5 0 1 1-5 5z|e01e5a:M12 31a5 5 0 0 1 10 0v12a5 5 0 0 1-10 0zm-2-5v5a5 5 0 1 1-5-5z',
  amazon:
    ':M26 29c-6 8-18 4-18-4q2-11 17-11v-2c0-5-8-5-9 0h-6c1-10 22-11 22 0v12l2 5-4 4zm-1-10q-9-1-10 6c0 5 8 5 9-1z|ff9900:M2 35c12 8 28 9 40 3l1 2c-13 9-31 7-42-4zm35 0c3-1 9-2 10 0s-1 7-4 9h-1l2-7h-6q-3 0-1-2',
  bitbucket: '2684ff:M2 2 0 4l7 40 2 2h31l1-2 7-40-2-2zm27 29H19l-3-14h15z',
  linkedin:
    '~0a66c2:M4 0h40a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4m4 18v22h7V18zm3-11a4 4 0 1 0 0 9 4 4 0 0 0 0-9m9 11v22h7V29c0-6 6-6 6 0v11h7V26c0-9-10-11-13-5v-3z',
  coinbase: '~0052ff:M24 6a18 18 0 1 0 18 21h-9a9 9 0 1 1 0-6h9A18 18 0 0 0 24 6',
  twitch: '~9146ff:M23 9h4v11h-4zm10 0h3v11h-3zM12 0 3 9v30h11v9l8-9h7l16-15V0zm29 22-7 7h-7l-6 6v-6h-7V3h27Z',
  twitter: ':M28 20 46 0h-4L27 18 15 0H1l18 27L1 48h4l16-19 12 19h14zm-5 7-2-3L6 3h7l11 17 2 3 16 22h-7z',
  tiktok:
    ':M25 0h8q0 5 3 8 5 4 9 4v8l-12-4v18l-3 8q-4 5-11 6l-9-2a15 15 0 0 1-2-24q6-5 13-4v9q-4-1-6 1l-3 3v3q1 7 7 6 3 0 5-3l1-2z',
  snapchat:
    'fffc00:M9 0h30a9 9 0 0 1 9 9v30a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9V9a9 9 0 0 1 9-9|fff:M24 9c-6 0-9 4-9 9v4c-1 0-3-1-4 0s3 2 4 4c0 3-4 7-7 7 0 2 2 3 5 3l1 2c2 0 3-1 5 0s3 3 5 3 3-2 5-3 3 0 5 0l1-2c3 0 5-1 5-3-3 0-7-4-7-7 1-2 5-3 4-4s-3 0-4 0v-4c0-5-3-9-9-9:000',
  figma:
    'f24e1e:M16 0h7v15h-7a7 7 0 0 1 0-15|ff7262:M25 0h7a7 7 0 0 1 0 15h-7z|a259ff:M16 17h7v14h-7a7 7 0 0 1 0-14|1abcfe:M32 17a7 7 0 1 1 0 14 7 7 0 0 1 0-14|0acf83:M16 33h7v7a7 7 0 1 1-7-7',
  yahoo: '~7e1fff:M0 14h9l6 13 5-13h9L16 45H7l4-8zM37 4h11l-9 21H29zm-4 23a5 5 0 1 1 0 11 5 5 0 0 1 0-11',
}

/** The fill of a part as it is drawn, in light and dark. Pure. */
export const paintOf = (fill: string | undefined): string => {
  if (!fill) return 'currentColor'
  return fill.startsWith('~') ? `light-dark(#${fill.slice(1)},currentColor)` : `#${fill}`
}

/** The mark of a provider, in its owner's colours. Those that are black on white are white on black. */
const Mark = ({ of }: { of: OAuthProvider }) => (
  <svg className="siw-icon siw-brand" viewBox="-1 -1 50 50" aria-hidden="true">
    {providerMarks[of].split('|').map(part => {
      const [fill, path, stroke] = part.split(':')
      return <path key={part} d={path} fill={paintOf(fill)} stroke={stroke && `#${stroke}`} />
    })}
  </svg>
)

/** One button for each provider the page offers; each leaves the page for that provider. */
export const SocialButtons = () => {
  const { client, settings, strings, emit } = useWidget()
  const { busy, error, run } = useAttempt()
  const { providers, loginRedirectURL, signupRedirectURL } = settings.oauthOptions

  const leave = ({ type, custom_scopes, provider_params }: OAuthProviderOptions) =>
    run(
      () => {
        emit({ type: 'OAUTH_LOGIN_START', data: { provider: type } })
        return client.oauth.start(type, {
          login_redirect_url: loginRedirectURL,
          signup_redirect_url: signupRedirectURL,
          custom_scopes,
          provider_params,
        })
      },
      () => {},
    )

  return (
    <div className="siw-stack">
      {providers.map(provider => {
        const button = (
          <Button key={provider.type} look="secondary" busy={busy} onClick={() => leave(provider)}>
            <Mark of={provider.type} />
            {fill(strings.main.continueWithProvider, { provider: providerTitle(provider.type) })}
          </Button>
        )
        return provider.type === 'google' && provider.one_tap ? (
          <ProductPart key="google" of="onetap" otherwise={button}>
            {({ Buttons }) => Buttons && <Buttons>{button}</Buttons>}
          </ProductPart>
        ) : (
          button
        )
      })}
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
