// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "../../test/Attempt.sol";
import {KeptVault, PushingPool} from "./Claims.sol";
import {Router} from "../rig/Router.sol";

/// @notice A vault that makes flash loans and checks its own balance afterwards.
contract LendingVault is KeptVault {
    PlainToken private immutable lent;

    constructor(PlainToken a, PlainToken b, Router router) KeptVault(a, b, router) {
        lent = b;
    }

    function flash(uint256 amount) external {
        uint256 before = lent.balanceOf(address(this));
        lent.transfer(msg.sender, amount);
        Borrower(msg.sender).onFlash();
        require(lent.balanceOf(address(this)) >= before, "not repaid");
    }
}

/// @notice Borrows, makes the planned call, and is the pool that gives what it borrowed.
contract Borrower is PushingPool {
    constructor(PlainToken given) PushingPool(given) {}

    function borrow(LendingVault lender, uint256 amount) external {
        lender.flash(amount);
    }

    function onFlash() external {
        attempt();
    }
}

/// @notice Takes a tenth of every transfer, and credits the receiver with a dividend that the test sets.
contract TaxedDividend is PlainToken {
    mapping(address => uint256) private owed;

    function owe(address account, uint256 amount) external {
        owed[account] = amount;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        super._move(to, address(0xfee), amount / 10);
        balanceOf[to] += owed[to];
        owed[to] = 0;
    }
}

/// @notice Calls its receiver, which must accept, as ERC-223 does.
contract AskingToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (to.code.length == 0) return;
        (bool ok,) = to.call(abi.encodeWithSignature("tokenFallback(address,uint256,bytes)", from, amount, ""));
        require(ok, "does not receive");
    }
}

/// @notice Can be sent to listed accounts only.
contract PermissionedToken is PlainToken {
    mapping(address => bool) private known;

    function know(address account) external {
        known[account] = true;
    }

    function _move(address from, address to, uint256 amount) internal override {
        require(known[to], "not known");
        super._move(from, to, amount);
    }
}

/// @notice Cannot be sent on in the block in which it was received.
contract PausingToken is PlainToken {
    mapping(address => uint256) private last;

    function _move(address from, address to, uint256 amount) internal override {
        require(last[from] != block.number, "too soon");
        last[to] = block.number;
        super._move(from, to, amount);
    }
}
