export { checkoutSources, isOfStripe, isRefusal, openStripe, type StripeAccess, stripeOf } from './open-stripe.ts'
