export { sameOrder, type Writing, writingOf } from './compact.ts'
export { all, any, lenient, type Matcher, matcher, no, noted, type Outcome, ok, soft } from './matcher.ts'
export { leaves, valueAt } from './pointer.ts'
export { body, cameBack, member, responseHeader, status } from './response.ts'
export {
  equals,
  isAbsent,
  isArray,
  isBoolean,
  isDateTime,
  isInteger,
  isNumber,
  isObject,
  isString,
  isText,
  isUtcMillis,
  isUtcTime,
  isUuid,
  isUuidText,
  matches,
  oneOf,
  optional,
  show,
  utcMoment,
} from './value.ts'
