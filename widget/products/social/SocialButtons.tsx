import { Button, ErrorText, fill, type OAuthProviderOptions, useAttempt, useWidget } from '../../form/index.ts'
import { providerMarks, providerTitle } from './providers.ts'

/** One button for each provider the page offers; each leaves the page for that provider. */
export const SocialButtons = () => {
  const { client, settings, strings } = useWidget()
  const { busy, error, run } = useAttempt()
  const { providers, loginRedirectURL, signupRedirectURL } = settings.oauthOptions

  const leave = ({ type, custom_scopes, provider_params }: OAuthProviderOptions) =>
    run(
      () =>
        client.oauth.start(type, {
          login_redirect_url: loginRedirectURL,
          signup_redirect_url: signupRedirectURL,
          custom_scopes,
          provider_params,
        }),
      () => {},
    )

  return (
    <div className="siw-stack">
      {providers.map(provider => (
        <Button key={provider.type} look="secondary" busy={busy} onClick={() => leave(provider)}>
          <svg className="siw-icon siw-brand" viewBox="-1 -1 50 50" aria-hidden="true">
            <path d={providerMarks[provider.type]} />
          </svg>
          {fill(strings.main.continueWithProvider, { provider: providerTitle(provider.type) })}
        </Button>
      ))}
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
