// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeToken} from "../../test/FeeToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";

// Tokens with decimals and symbol, which some pools read.

contract Coin is PlainToken {
    uint8 public constant decimals = 18;
    string public constant symbol = "COIN";
}

contract TaxedCoin is FeeToken {
    uint8 public constant decimals = 18;
    string public constant symbol = "COIN";
}

/// @notice Payments do not use up the allowance.
contract KeepingCoin is Coin {
    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        require(allowance[from][msg.sender] >= amount, "not allowed");
        _move(from, to, amount);
        return true;
    }
}
