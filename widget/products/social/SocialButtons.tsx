import { providerTitle } from '@corroborate/wire/providers'
import {
  Button,
  ErrorText,
  fill,
  type OAuthProviderOptions,
  ProductPart,
  useAttempt,
  useWidget,
} from '../../form/index.ts'
import { Mark } from './Mark.tsx'

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
