import { sdkPrefix } from '@corroborate/wire/call'
import { authorizeFormPath, idp } from '@corroborate/wire/idp'
import type { Core } from '../core.ts'
import type { Idp } from '../types.ts'
import { postForm } from './post-form.ts'

/**
 * Signing in to applications of others. Both generations of the contract are spoken: `scope`, one text, is that of clients up to
 * 5.18, which send the answer as a form; `scopes`, a list, that of later ones. What an application asks is for the provider to judge.
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
