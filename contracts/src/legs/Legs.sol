// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {AmountTooLarge, MalformedRoute} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {Adapter} from "./Adapter.sol";
import {Callback} from "./Callback.sol";
import {addressAt, CALLBACK, Leg, legAt, PUSH, TO_NEXT_POOL, TO_RECIPIENT, VAULT, wideOf} from "./Leg.sol";
import {Push} from "./Push.sol";
import {Vault} from "./Vault.sol";

/// @notice Runs packed legs in order. No byte beyond the route's end is acted on.
library Legs {
    /// @param cursor start of the first leg in the calldata, before `end`
    /// @param end of the route
    /// @param seller whose allowance pays; zero if the router itself holds the sold amount, as wrapped native
    /// @param sold the input token
    /// @param left amount of `sold`; below 2^128
    /// @param recipient of the output token
    /// @return unspent the part of `left` that no leg took
    function run(uint256 cursor, uint256 end, address seller, address sold, uint256 left, address recipient)
        internal
        returns (uint256 unspent)
    {
        uint256 amount; // output of the leg before
        while (true) {
            Leg leg = legAt(cursor);
            unchecked {
                cursor += leg.size();
            }
            if (cursor > end) revert MalformedRoute();

            address token = sold;
            address payer;
            if (leg.spendsSale()) {
                payer = seller;
                amount = _part(left, leg.share());
                unchecked {
                    left -= amount;
                }
            } else if (leg.namesToken()) {
                unchecked {
                    token = addressAt(cursor - 20, end);
                }
                if (!leg.isFed()) amount = _part(_held(token), leg.share());
            }

            uint256 move = leg.move();
            address to = leg.destination() == TO_RECIPIENT ? recipient : _hop(leg, cursor, end);
            if (move == CALLBACK) {
                amount = Callback.swap(leg, token, amount, payer != address(0), to);
            } else if (move == VAULT) {
                amount = Vault.swap(leg, wideOf(leg, cursor), token, amount, payer != address(0), to);
            } else {
                _pay(leg, token, payer, amount);
                amount = move == PUSH
                    ? Push.swap(leg, token, amount, to)
                    : Adapter.swap(leg, wideOf(leg, cursor), token, to);
            }
            if (cursor == end) return left;
        }
    }

    /// @dev Sends a leg's input ahead, unless the leg before did.
    function _pay(Leg leg, address token, address payer, uint256 amount) private {
        if (payer != address(0)) Token.transferFrom(token, payer, leg.pool(), amount);
        else if (!leg.isFed()) Token.transfer(token, leg.pool(), amount);
    }

    /// @dev Where the output of a leg goes that does not pay the recipient.
    function _hop(Leg leg, uint256 next, uint256 end) private view returns (address to) {
        to = address(this);
        unchecked {
            if (leg.destination() == TO_NEXT_POOL) to = addressAt(next + 1, end);
        }
    }

    function _held(address token) private view returns (uint256 amount) {
        amount = Token.balanceOf(token, address(this));
        if (amount >> 128 != 0) revert AmountTooLarge(amount);
    }

    /// @return part floor(whole · share / 2^32); all of it if the share is 0
    function _part(uint256 whole, uint256 share) private pure returns (uint256 part) {
        part = whole;
        unchecked {
            if (share != 0) part = whole * share >> 32;
        }
    }
}
