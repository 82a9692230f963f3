import { conform } from './conform.ts'

await conform('messaging', 'msg.*')
