import { sdkPrefix } from '@corroborate/wire/call'
import { authorizeFormPath, idp } from '@corroborate/wire/idp'
import { check } from '../check.ts'
import type { Core } from '../core.ts'
import type { Idp } from '../types.ts'
import { postForm } from './post-form.ts'

const checkRequest = (method: string, body: object): void => check(`idp.${method}`, body, { client_id: 'id' })

/**
 * Signing in to applications of others. Both generations of the contract are spoken: `scope`, one text, is that of clients up to
 * 5.18, which send the answer as a form; `scopes`, a list, that of later ones.
 */
export const createIdp = ({ send, baseUrl, callerHeaders }: Core) =>
  ({
    oauthAuthorizeStart: async (body: { scope?: string }) => {
      checkRequest('oauthAuthorizeStart', body)
      return send(body.scope === undefined ? idp.authorizeStart : idp.oauthAuthorizeStart, { body } as object)
    },
    oauthAuthorizeSubmit: async (body: { scope?: string }) => {
      checkRequest('oauthAuthorizeSubmit', body)
      if (body.scope === undefined) return send(idp.authorizeSubmit, { body } as object)
      return postForm(baseUrl + sdkPrefix + authorizeFormPath, { ...body, ...callerHeaders('__') })
    },
    oauthLogoutStart: async body => {
      checkRequest('oauthLogoutStart', body)
      return send(idp.oauthLogoutStart, { body })
    },
  }) as Idp
