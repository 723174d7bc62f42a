"""Events that a function gave up, put back into their queue."""

from __future__ import annotations

from typing import Any

from belfry.adapters.aws.errors import Absent, translated_errors
from belfry.kernel.errors import ConfigError

SERVICE = "SQS"
AT_ONCE = 10
HIDDEN_FOR_SECONDS = 60


class SqsQueue:
    """A queue and the one that takes what it gives up."""

    def __init__(self, client: Any, name: str, dead_letters: str) -> None:
        self._client = client
        self._name = name
        self._dead_letters = dead_letters

    def exists(self) -> bool:
        try:
            self._find(self._name)
        except ConfigError:
            return False
        return True

    def redrive(self) -> int:
        """How many events were put back.

        Each is sent before it is deleted: if this stops in between it is there twice, and its
        function knows it again.
        """
        queue, dead = self._find(self._name), self._find(self._dead_letters)
        moved = 0
        while messages := self._receive(dead):
            for message in messages:
                with translated_errors(SERVICE):
                    self._client.send_message(QueueUrl=queue, MessageBody=message["Body"])
                    handle = message["ReceiptHandle"]
                    self._client.delete_message(QueueUrl=dead, ReceiptHandle=handle)
                moved += 1
        return moved

    def _receive(self, queue: str) -> list[dict[str, Any]]:
        with translated_errors(SERVICE):
            answer = self._client.receive_message(
                QueueUrl=queue,
                MaxNumberOfMessages=AT_ONCE,
                VisibilityTimeout=HIDDEN_FOR_SECONDS,
                WaitTimeSeconds=0,
            )
        messages: list[dict[str, Any]] = answer.get("Messages", [])
        return messages

    def _find(self, name: str) -> str:
        try:
            with translated_errors(SERVICE):
                return str(self._client.get_queue_url(QueueName=name)["QueueUrl"])
        except Absent as error:
            raise ConfigError(f"there is no queue {name}: are region and prefix right?") from error
