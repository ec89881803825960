export { checkoutSources, isOfStripe, openStripe, type StripeAccess, stripeOf } from './open-stripe.ts'
