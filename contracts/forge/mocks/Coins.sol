// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeToken} from "../../test/FeeToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";

// Tokens that say their decimals and their symbol, as some pools ask.

contract Coin is PlainToken {
    uint8 public constant decimals = 18;
    string public constant symbol = "COIN";
}

contract TaxedCoin is FeeToken {
    uint8 public constant decimals = 18;
    string public constant symbol = "COIN";
}

/// @notice An allowance stays what it is, however much of it is used.
contract KeepingCoin is Coin {
    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        require(allowance[from][msg.sender] >= amount, "not allowed");
        _move(from, to, amount);
        return true;
    }
}
