import { useWidget } from '../../form/index.ts'
import { type LeftFor, noteLeaving } from './left-for.ts'

/** Returns a function that leaves the page for a provider, with the signed-in account bound to the flow. */
export const useLeave = (): ((leaving: LeftFor) => Promise<void>) => {
  const { client, settings, emit } = useWidget()
  const { providers, loginRedirectURL, signupRedirectURL } = settings.oauthOptions
  return async leaving => {
    const options = providers.find(({ type }) => type === leaving.provider)
    const { oauth_attach_token } = await client.oauth.attach(leaving.provider)
    noteLeaving(leaving)
    emit({ type: 'OAUTH_LINK_START', data: leaving })
    await client.oauth.start(leaving.provider, {
      login_redirect_url: loginRedirectURL,
      signup_redirect_url: signupRedirectURL,
      custom_scopes: options?.custom_scopes,
      provider_params: options?.provider_params,
      oauth_attach_token,
    })
  }
}
