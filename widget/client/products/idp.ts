import { sdkPrefix } from '@corroborate/wire/call'
import { authorizeFormPath, idp } from '@corroborate/wire/idp'
import type { Core } from '../core.ts'
import type { Idp } from '../types.ts'
import { postForm } from './post-form.ts'

/**
 * Authorization for third-party applications. Supports both generations of the contract: `scope`, a string, for clients up to 5.18, which
 * submit the response as a form; `scopes`, a list, for later ones. Requests are validated by the provider.
 */
export const createIdp = ({ send, baseUrl, callerHeaders }: Core) =>
  ({
    oauthAuthorizeStart: async (body: { scope?: string }) =>
      send(body.scope === undefined ? idp.authorizeStart : idp.oauthAuthorizeStart, { body } as object),
    oauthAuthorizeSubmit: async (body: { scope?: string }) =>
      body.scope === undefined
        ? send(idp.authorizeSubmit, { body } as object)
        : postForm(baseUrl + sdkPrefix + authorizeFormPath, { ...body, ...callerHeaders('__') }),
    oauthLogoutStart: async body => send(idp.oauthLogoutStart, { body }),
  }) as Idp
