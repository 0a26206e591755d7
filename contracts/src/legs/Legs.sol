// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {AmountTooLarge, MalformedRoute} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {Adapter} from "./Adapter.sol";
import {Callback} from "./Callback.sol";
import {addressAt, CALLBACK, Leg, legAt, PUSH, TO_NEXT_POOL, TO_RECIPIENT, VAULT} from "./Leg.sol";
import {Push} from "./Push.sol";
import {Vault} from "./Vault.sol";
import {Wide} from "./Wide.sol";

/// What is sold and where it ends.
struct Sale {
    /// Whose allowance pays; zero where the router holds the sold amount itself, as wrapped native.
    address payer;
    address token;
    /// Of `token`, not spent yet; below 2^128.
    uint256 left;
    /// Who receives the bought token.
    address to;
}

/// @notice Runs packed legs in order. No byte beyond the route's end is acted on.
library Legs {
    /// @param cursor where in the calldata the first leg begins
    /// @param end where the route ends
    function run(uint256 cursor, uint256 end, Sale memory sale) internal {
        uint256 amount; // what the leg before gave
        while (cursor != end) {
            Leg leg = legAt(cursor);
            Wide wide = Wide.wrap(cursor + 28); // of no meaning but for vaults and adapters
            unchecked {
                cursor += leg.size();
            }
            if (cursor > end) revert MalformedRoute();

            address token = sale.token;
            address payer;
            if (leg.spendsSale()) {
                payer = sale.payer;
                amount = _part(sale.left, leg.share());
                unchecked {
                    sale.left -= amount;
                }
            } else if (leg.namesToken()) {
                unchecked {
                    token = addressAt(cursor - 20, end);
                }
                if (!leg.isFed()) amount = _part(_held(token), leg.share());
            }

            uint256 move = leg.move();
            address to = _receiver(leg, cursor, end, sale);
            if (move == CALLBACK) {
                amount = Callback.swap(leg, token, amount, payer != address(0), to);
            } else if (move == PUSH) {
                _pay(leg, token, payer, amount);
                amount = Push.swap(leg, token, amount, to);
            } else if (move == VAULT) {
                amount = Vault.swap(leg, wide, token, amount, payer != address(0), to);
            } else {
                _pay(leg, token, payer, amount);
                amount = Adapter.swap(leg, wide, token, to);
            }
        }
    }

    /// @dev Sends a leg's input ahead, unless the leg before has.
    function _pay(Leg leg, address token, address payer, uint256 amount) private {
        if (payer != address(0)) Token.transferFrom(token, payer, leg.pool(), amount);
        else if (!leg.isFed()) Token.transfer(token, leg.pool(), amount);
    }

    function _receiver(Leg leg, uint256 next, uint256 end, Sale memory sale) private view returns (address) {
        uint256 destination = leg.destination();
        if (destination == TO_RECIPIENT) return sale.to;
        if (destination != TO_NEXT_POOL) return address(this);
        unchecked {
            return addressAt(next + 1, end);
        }
    }

    function _held(address token) private view returns (uint256 amount) {
        amount = Token.balanceOf(token, address(this));
        if (amount >> 128 != 0) revert AmountTooLarge(amount);
    }

    /// @return floor(whole · share / 2^32); all of it where the share is 0
    function _part(uint256 whole, uint256 share) private pure returns (uint256) {
        if (share == 0) return whole;
        unchecked {
            return whole * share >> 32;
        }
    }
}
