export { MoneyDeskPage } from './MoneyDeskPage.tsx'
