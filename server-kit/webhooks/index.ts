export { createReadWebhook, type ReadWebhook, signWebhook, webhookKeyOf, webhookSecretOf } from './webhooks.ts'
