"""Values of columns in the form of the published vectors: numbers in decimal, bytes in hex."""

import uuid


def value(type, text):
    match type:
        case "Bool":
            return text == "true"
        case "Utf8":
            return text
        case "String":
            return bytes.fromhex(text)
        case "Uuid":
            return uuid.UUID(text)
        case _:
            return int(text)
