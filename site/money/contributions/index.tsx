export { ContributionForm } from './ContributionForm.tsx'
export { Contributors } from './Contributors.tsx'
export { FundNumber, fromWhom } from './FundNumber.tsx'
export { usePayment } from './use-payment.ts'
