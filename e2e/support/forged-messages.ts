import * as z from 'zod';
import { handleFrameMessage } from '#web/protocol/frame-rights.ts';
import { type FrameMessage, frameMessageSchema } from '#web/protocol/messages.ts';

/** Every key that could be bound to a command, tool or shortcut. */
const KEYS = [
  ...Array.from({ length: 94 }, (_, at) => String.fromCodePoint(33 + at)),
  ...' Enter Tab Escape Delete Backspace Home End PageUp PageDown ArrowLeft ArrowRight ArrowUp ArrowDown F1 F5 F11'.split(' '),
  ' ',
];

/** Addresses that a forged link could name. */
const LINKS = ['https://forged.example/?stolen', 'mailto:ann@forged.example', 'javascript:alert(1)', 'data:text/html,forged'];

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Every message that a frame can send, with several values for each field, generated from the protocol's schema. Messages added
 * to the protocol are included automatically. Navigation messages come last.
 */
export function everyMessage(): FrameMessage[] {
  const schema = z.toJSONSchema(frameMessageSchema, { io: 'input' });
  const all = valuesOf(schema, 'message').map((value) => frameMessageSchema.parse(value));
  return [...all.filter((message) => !moves(message)), ...all.filter(moves)];
}

function moves(message: FrameMessage): boolean {
  let moved = false;
  const move = (): void => void (moved = true);
  handleFrameMessage(message, { navigate: move, turn: move });
  return moved;
}

function valuesOf(schema: Schema, name: string): unknown[] {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.flatMap((choice) => valuesOf(choice, name));
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  switch (schema.type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [schema.minimum ?? 0, Math.min(schema.maximum ?? 3, 3)];
    case 'string':
      return name === 'key' ? KEYS : name === 'href' ? LINKS : ['forged.example'];
    case 'array':
      return [[], valuesOf(schema.items as Schema, name).slice(0, 2)];
    case 'object':
      return objectsOf(schema.properties ?? {});
    default:
      throw new Error(`There are no values for ${name}: ${JSON.stringify(schema)}`);
  }
}

/** All combinations of the values of the fields. */
function objectsOf(properties: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  return Object.entries(properties).reduce<Record<string, unknown>[]>(
    (made, [name, schema]) => {
      const values = valuesOf(schema as Schema, name);
      return made.flatMap((object) => values.map((value) => ({ ...object, [name]: value })));
    },
    [{}],
  );
}
