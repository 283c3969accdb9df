/** Whether what a match file says is as its JSON schema has it. */

import { SCHEMA } from "./schema.js";

/** @typedef {import("./values.js").Json} Json */
/** @typedef {import("./values.js").Fields} Fields */

/**
 * Whether a value is as a schema says.
 * @param {Json} found
 * @param {Json} schema
 * @returns {boolean}
 */
export function fits(found, schema) {
  if (schema.$ref) return fits(found, definition(schema.$ref.split("/").at(-1)));
  if (schema.anyOf) return schema.anyOf.some((/** @type {Json} */ one) => fits(found, one));
  if (schema.enum) return schema.enum.includes(found);
  if ("const" in schema) return found === schema.const;
  if (schema.type === "array") return Array.isArray(found) && listFits(found, schema);
  if (schema.type === "object") return isObject(found) && objectFits(found, schema);
  if (schema.type === "integer") {
    return Number.isInteger(found) && !Object.is(found, -0) && found >= schema.minimum && found <= schema.maximum;
  }
  return schema.type === (found === null ? "null" : typeof found);
}

/** @param {string} named */
export function definition(named) {
  return /** @type {Json} */ (SCHEMA.$defs)[named];
}

/** @param {Json} found */
function isObject(found) {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

/**
 * @param {Json[]} found
 * @param {Json} schema
 */
function listFits(found, schema) {
  if (found.length < (schema.minItems ?? 0) || found.length > (schema.maxItems ?? Infinity)) return false;
  return found.every((one, index) => fits(one, schema.prefixItems ? schema.prefixItems[index] : schema.items));
}

/**
 * @param {Fields} found
 * @param {Json} schema
 */
function objectFits(found, schema) {
  if ((schema.required ?? []).some((/** @type {string} */ key) => !Object.hasOwn(found, key))) return false;
  return Object.entries(found).every(([key, one]) => Object.hasOwn(schema.properties, key) && fits(one, schema.properties[key]));
}
