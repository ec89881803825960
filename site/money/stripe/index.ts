export { askingStripe } from './asking-stripe.ts'
export {
  checkoutSources,
  isOfStripe,
  isRefusal,
  openStripe,
  type StripeAccess,
  stripeOf,
  type WithStripe,
  whileSomebodyWaits,
} from './open-stripe.ts'
