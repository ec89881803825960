import { oauthProviders } from '@corroborate/wire/providers'
import type { ShapeOf } from '../../shape/index.ts'
import { type Config, products } from './config.ts'

/** What `config` may hold, for the check of what a page gives us. */
export const configShape: ShapeOf<Config> = {
  fields: {
    products: { listOf: { oneOf: products } },
    emailMagicLinksOptions: {
      fields: {
        loginRedirectURL: 'string',
        loginExpirationMinutes: 'number',
        signupRedirectURL: 'string',
        signupExpirationMinutes: 'number',
        loginTemplateId: 'string',
        signupTemplateId: 'string',
        createUserAsPending: 'boolean',
        domainHint: 'string',
      },
    },
    oauthOptions: {
      fields: {
        providers: {
          listOf: {
            fields: {
              type: { oneOf: oauthProviders },
              custom_scopes: { listOf: 'string' },
              provider_params: 'object',
              one_tap: 'boolean',
              position: { oneOf: ['embedded', 'embeddedOnly', 'floating', 'floatingOrEmbedded'] },
            },
            required: ['type'],
          },
        },
        loginRedirectURL: 'string',
        signupRedirectURL: 'string',
      },
      required: ['providers'],
    },
    otpOptions: {
      fields: {
        methods: { listOf: { oneOf: ['sms', 'whatsapp', 'email'] } },
        expirationMinutes: 'number',
        loginTemplateId: 'string',
        signupTemplateId: 'string',
      },
      required: ['methods'],
    },
    passwordOptions: {
      fields: {
        loginRedirectURL: 'string',
        loginExpirationMinutes: 'number',
        resetPasswordRedirectURL: 'string',
        resetPasswordExpirationMinutes: 'number',
        resetPasswordTemplateId: 'string',
      },
    },
    sessionOptions: { fields: { sessionDurationMinutes: 'number' }, required: ['sessionDurationMinutes'] },
    enableShadowDOM: 'boolean',
  },
}
