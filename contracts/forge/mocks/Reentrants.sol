// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "../../test/Attempt.sol";

/// @notice A pool that pays one for one from its own balance, and makes its attempt before or after it is paid.
contract ReentrantPool is Attempt {
    PlainToken private immutable given;
    bool public late;

    constructor(PlainToken given_) {
        given = given_;
    }

    function whenPaid(bool late_) external {
        late = late_;
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata) external returns (int256, int256) {
        if (!late) attempt();
        (bool ok,) = msg.sender.call(abi.encodeWithSelector(0xfa461e33, amount, int256(0), bytes("")));
        require(ok, "unpaid");
        if (late) attempt();
        given.transfer(to, uint256(amount));
        return (amount, -amount);
    }
}

/// @notice Makes its attempt at every transfer, like an ERC-777 token that calls sender and receiver, and in its
/// permit.
contract ReentrantToken is PlainToken, Attempt {
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external {
        attempt();
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        attempt();
    }
}

/// @notice Makes its attempt while it receives native currency.
contract ReentrantReceiver is Attempt {
    receive() external payable {
        attempt();
    }
}

/// @notice Wraps native currency honestly, and makes its attempt meanwhile.
contract ReentrantWrapped is PlainToken, Attempt {
    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
        attempt();
    }

    function withdraw(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        attempt();
        (bool ok,) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }
}
