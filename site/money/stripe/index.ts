export { askingStripe } from './asking-stripe.ts'
export {
  checkoutSources,
  isOfStripe,
  isRefusal,
  openStripe,
  type StripeAccess,
  stripeOf,
  whileSomebodyWaits,
} from './open-stripe.ts'
