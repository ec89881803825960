export { ContributionForm } from './ContributionForm.tsx'
export { Contributors, FundNumber, fromWhom, usePayment } from './FundNumber.tsx'
