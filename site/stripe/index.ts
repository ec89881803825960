export { checkoutSources, openStripe, type StripeAccess, stripeOf } from './open-stripe.ts'
