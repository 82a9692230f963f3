export { inVirtualTime } from './virtual/virtual-time.ts'
