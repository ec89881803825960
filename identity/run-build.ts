import { buildFilterIfMissing } from './factors/passwords/breaches/index.ts'

buildFilterIfMissing()
