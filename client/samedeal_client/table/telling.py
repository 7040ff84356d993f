"""What `fullscreen.watch` still asks for here."""

from samedeal_client.play.sentences.telling import CLOSED_MEANWHILE

__all__ = ["CLOSED_MEANWHILE"]
