import { conform } from './conform.ts'

await conform('payment', 'pay.*')
